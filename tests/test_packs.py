"""A pack is a folder; whatever is wrong with it is told with its place, and nothing outside it is read."""

import sys
import time
from pathlib import Path

import pytest

from barons_core.checking import check_paths
from barons_core.language.reports import Report
from barons_core.packs import MAX_FILES, Pack, PackError, all_packs, find_pack, load_pack

MANIFEST = 'name = "made_up"\nversion = "1.0"\nlanguage = 1\n'
CARD = 'building "Watchtower" in red x4:\n    cost 1 red\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a sound pack."""
    made = tmp_path / "made_up"
    (made / "scenarios").mkdir(parents=True)
    (made / "pack.toml").write_text(MANIFEST + 'extends = ["barons"]\ndescription = "Made up."\n', "utf-8")
    (made / "b.barons").write_text(CARD, "utf-8")
    (made / "a.barons").write_text("# nothing\n", "utf-8")
    (made / "scenarios" / "one.scenario").write_text("# nothing\n", "utf-8")
    return made


def fault(folder: Path) -> Report:
    """Return the one fault for which loading a folder is refused."""
    [report] = faults(folder)
    return report


def faults(folder: Path) -> tuple[Report, ...]:
    """Return the faults for which loading a folder is refused."""
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    return caught.value.reports


def test_a_pack_is_its_manifest_and_its_files(folder: Path) -> None:
    pack = load_pack(folder)

    assert (pack.name, pack.version, pack.language, pack.extends) == ("made_up", "1.0", 1, ("barons",))
    assert [path.name for path in pack.cards] == ["a.barons", "b.barons"]
    assert [path.name for path in pack.scenarios] == ["one.scenario"]
    assert [(source.text, source.pack) for source in pack.sources()] == [("# nothing\n", "made_up"), (CARD, "made_up")]


def test_the_hash_follows_the_text(folder: Path) -> None:
    before = load_pack(folder).hash()
    again = load_pack(folder).hash()
    (folder / "b.barons").write_text(CARD + "\n", "utf-8")

    assert before == again != load_pack(folder).hash()


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        ("name = \n", "BC095", 1, "no TOML"),
        ('version = "1"\nlanguage = 1\n', "BC095", 1, "no `name`"),
        ('version = "1"\nname = "My Pack"\nlanguage = 1\n', "BC095", 2, "no name of a pack"),
        ('name = "x"\nversion = 1\nlanguage = 1\n', "BC095", 2, "`version` is 1"),
        ('name = "x"\nversion = "1"\nlanguage = true\n', "BC095", 3, "`language` is True"),
        ('name = "x"\nversion = "1"\nlanguage = 99\n', "BC095", 3, "version 99"),
        (MANIFEST + 'extends = "barons"\n', "BC095", 4, "`extends`"),
        (MANIFEST + 'extends = ["../barons"]\n', "BC095", 4, "no name of a pack"),
        (MANIFEST + 'extends = ["made_up"]\n', "BC095", 4, "extends itself"),
        ("\x00", "BC092", 1, "zero bytes"),
    ],
)
def test_a_wrong_manifest_is_told_with_its_line(folder: Path, text: str, code: str, line: int, words: str) -> None:
    (folder / "pack.toml").write_text(text, "utf-8")

    report = fault(folder)

    assert (report.code, report.span.line) == (code, line)
    assert words in report.message


TOO_MUCH = {
    "many lines": "".join(f"a{number}=1\n" for number in range(20_000)),
    "many lines of no entries": "\n" * 201,
    "many entries in one line": "x = {" + ", ".join(f"a{number} = 1" for number in range(2_000)) + "}\n",
    "a key of many parts": ".".join(["a"] * 50_000) + " = 1\n",
    "a long number": f"x = {'9' * 5_000}\n",
    "a long number in base 16": f"name = 0x{'f' * 50_000}\n",
    "a long text": f'description = "{"x" * 50_000}"\n',
    "deep lists": f"x = {'[' * 30_000}\n",
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_a_manifest_of_too_much_is_refused_soon(folder: Path, what: str) -> None:
    (folder / "pack.toml").write_text(MANIFEST + TOO_MUCH[what], "utf-8")
    began = time.monotonic()

    assert fault(folder).code == "BC093"
    assert time.monotonic() - began < 5


WITHIN = {
    "lines": "".join(f"a{number}=1\n" for number in range(190)),
    "keys of many parts": "".join(f"a{number}.{'.'.join(['a'] * 990)} = 1\n" for number in range(7)),
    "deep lists": f"x = {'[' * 1_900}\n",
    "long numbers": f"x = {'9' * 1_900}\ny = 0x{'f' * 1_900}\nlanguage = 0x{'f' * 1_900}\n",
    "a date that is none": "x = 2020-99-99\n",
}


@pytest.mark.parametrize("what", WITHIN)
def test_what_is_within_the_limits_of_a_manifest_is_answered_soon(folder: Path, what: str) -> None:
    (folder / "pack.toml").write_text(WITHIN[what], "utf-8")
    began = time.monotonic()

    assert {report.code for report in faults(folder)} == {"BC095"}
    assert time.monotonic() - began < 5


def test_a_number_that_python_does_not_read_is_told(folder: Path) -> None:
    """However short the lines are: the limit of Python may be lower than ours."""
    (folder / "pack.toml").write_text(f"{MANIFEST}x = {'9' * 1_900}\n", "utf-8")
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(700)
    try:
        assert fault(folder).code == "BC095"
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("key", ["version", "description"])
@pytest.mark.parametrize("escape", [r"\u001b[31m", r"\n", r"\r", r"\t", r"\u007f", r"\u009b2J", r"\u202e",
                                    r"\u2028", r"\u3164"])
def test_what_a_terminal_obeys_or_nobody_sees_is_refused(folder: Path, key: str, escape: str) -> None:
    lines = MANIFEST.replace('version = "1.0"\n', "") if key == "version" else MANIFEST
    (folder / "pack.toml").write_text(f'{lines}{key} = "a{escape}b"\n', "utf-8")

    report = fault(folder)

    assert (report.code, report.span.line) == ("BC095", len(lines.splitlines()) + 1)
    assert report.message.isprintable()


def test_a_key_that_a_terminal_obeys_is_told_without_it(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST + r'"\u001b[31m" = 1', "utf-8")

    assert fault(folder).message == r"a manifest has no `\x1b[31m`"


def test_any_language_may_describe_a_pack(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST + 'description = "Zw\u00f6lf \u2013 \u5341\u4e8c!"\n', "utf-8")

    assert load_pack(folder).description == "Zw\u00f6lf \u2013 \u5341\u4e8c!"


def test_all_faults_of_a_manifest_are_told_at_once(folder: Path) -> None:
    text = 'name = "My Pack"\nlanguage = 99\nextends = ["../barons"]\ndescripton = "x"\ncolor = 3\n'
    (folder / "pack.toml").write_text(text, "utf-8")

    found = [(report.span.line, report.message) for report in faults(folder)]

    assert found == [
        (4, "a manifest has no `descripton`"),
        (5, "a manifest has no `color`"),
        (1, "'My Pack' is no name of a pack"),
        (1, "the manifest has no `version`"),
        (2, "this pack is written in version 99 of the card language"),
        (3, "'../barons' is no name of a pack"),
    ]
    assert {(report.span.line, report.message) for report in check_paths([folder])} == set(found)


def test_all_packs_that_are_missing_are_told_at_once(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST + 'extends = ["brons", "two_plyer"]\n', "utf-8")

    assert [report.fix for report in check_paths([folder])] == ["barons", "two_player"]


def test_a_missing_folder_and_a_missing_manifest_are_told(tmp_path: Path) -> None:
    assert fault(tmp_path / "nothing").code == "BC090"
    assert fault(tmp_path).code == "BC094"


@pytest.mark.parametrize("name", ["pack.toml", "c.barons", "more"])
def test_links_are_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text(MANIFEST, "utf-8")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(outside if name == "more" else outside / "file")

    assert fault(folder).code == "BC096"


def test_too_many_files_are_refused(folder: Path) -> None:
    for number in range(MAX_FILES):
        (folder / f"{number}.barons").touch()

    assert fault(folder).code == "BC093"


def test_the_built_in_packs_come_first_and_a_folder_counts_once(folder: Path) -> None:
    packs = all_packs([folder, folder / "scenarios" / ".."])

    assert [pack.name for pack in packs][-1] == "made_up"
    assert "barons" in [pack.name for pack in packs][:-1]
    assert len({pack.name for pack in packs}) == len(packs)


def test_a_built_in_pack_given_by_its_folder_counts_once() -> None:
    barons = find_pack("barons", all_packs())

    assert all_packs([barons.folder]) == all_packs()


def test_two_packs_with_one_name_are_refused(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST.replace("made_up", "barons"), "utf-8")

    with pytest.raises(PackError, match="another pack 'barons'"):
        all_packs([folder])


def test_an_unknown_pack_gets_a_suggestion() -> None:
    with pytest.raises(PackError) as caught:
        find_pack("brons", [Pack("barons", "1", 1, Path("barons"))])

    assert caught.value.reports[0].fix == "barons"


def test_an_unknown_key_of_a_manifest_gets_a_suggestion(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST + 'descripton = "x"\n', "utf-8")

    report = fault(folder)

    assert (report.code, report.span.line, report.fix) == ("BC095", 4, "description")


def test_a_pack_that_extends_an_unknown_one_is_refused(folder: Path) -> None:
    (folder / "pack.toml").write_text(MANIFEST + 'extends = ["brons"]\n', "utf-8")

    with pytest.raises(PackError) as caught:
        all_packs([folder])

    report = caught.value.reports[0]
    assert (report.code, report.span.line, report.fix) == ("BC097", 4, "barons")


def test_a_broken_pack_of_a_plugin_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from barons_core import packs, plugins
    from barons_core.hookspecs import hookimpl
    from barons_core.plugins import Manager

    class Plugin:
        @hookimpl
        def barons_packs(self) -> list[Path]:
            return [tmp_path]

    manager = Manager({"broken": Plugin()})
    monkeypatch.setattr(plugins, "manager", lambda: manager)
    monkeypatch.setattr(packs, "manager", lambda: manager)

    assert all_packs() == []
    assert "there is no pack.toml" in manager.broken[tmp_path].reason
