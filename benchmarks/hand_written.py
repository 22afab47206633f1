"""A reduced Barons core written by hand: the yardstick that the engine is measured against.

Setup, payment, lands, Church and Cathedral, taxing with every region, knights with protection and surrounding; no card
texts. Small integers for cards and places, caches kept up to date by hand, no card language, no events, no records: about
as fast as plain Python gets. Not a model of style. `playout(seed, players, policy)` returns (choices, turns, winner);
policy "L" is a light player that finishes games, "U" chooses uniformly and stops after 100 turns.

Mended where it departed from the ledger, each place marked with the ruling: a high cost takes one card of the second
color (BAR-COST-07), knights that are cut off protect nothing (BAR-KNIGHT-26), a knight attacks only if there is a target
(BAR-KNIGHT-07, BAR-KNIGHT-08), a knight whose copy defends may be played at the high cost against that copy
(BAR-OPEN-05), the Cathedral takes a place (BAR-CATHEDRAL-03), taxing may be left (BAR-TURN-05), the setup's choices are
made all at once (BAR-SETUP-13, BAR-SETUP-14), and titles, not cards, say who starts (BAR-SETUP-16, BAR-SETUP-17).
"""
from __future__ import annotations
import random
from typing import Any, Callable, Dict, List, Optional, Set, Tuple, Generator

# card type id: color<<4 | k ; k 0..7 filler, 8..10 knight, 11 church
CENTER = 32 * 64 + 32
LAND, KNIGHT, CHURCH, CASTLE = 0, 1, 2, 3
K_P1, K_PAY, K_TARGET, K_PLACE, K_P2, K_TAX, K_DECK, K_DISC = 0, 1, 2, 3, 4, 5, 6, 7

def deck_of(c: int) -> List[int]:
    out: List[int] = []
    for f in range(8):
        out.extend([c << 4 | f] * (5 if f < 2 else 4))
    for k in range(3):
        out.extend([c << 4 | 8 + k] * 3)
    out.extend([c << 4 | 11] * 5)
    return out
DECKS: List[List[int]] = [deck_of(c) for c in range(4)]
OTHER: List[int] = [0] * 64          # second colour of a knight's high cost
for _c in range(4):
    for _k in range(3):
        OTHER[_c << 4 | 8 + _k] = (_c + 1 + _k) % 4

# The place of a card's title in the alphabet: Blue ..., Church, Green ..., Red ..., Yellow ... (BAR-SETUP-16).
RANK: List[int] = [16 if _t & 15 == 11 else (48, 0, 32, 64)[_t >> 4] + (_t & 15) for _t in range(64)]

class Player:
    def __init__(self, idx: int) -> None:
        self.idx: int = idx
        self.hand: Dict[int, int] = {}
        self.hc: List[int] = [0, 0, 0, 0]
        self.cells: Dict[int, int] = {}       # pos -> kind<<8 | type
        self.conn: Set[int] = set()
        self.front: Set[int] = set()
        self.faceup: Set[int] = set()         # knight types in barony
        self.church: int = -1                 # pos of church
        self.slot: Dict[int, int] = {}        # pos -> bit
        self.nslot: int = 0
        self.nb: List[Dict[int, int]] = [{}, {}, {}, {}]   # per colour: bit -> neighbour mask (same colour, connected)
        self.pbit: List[Dict[int, int]] = [{}, {}, {}, {}] # per colour: pos -> bit
        self.regs: List[List[int]] = [[], [], [], []]
        self.nregs: int = 0
        self.limit: int = 4

    def add_land_index(self, c: int, p: int) -> None:
        pb = self.pbit[c]; nb = self.nb[c]
        b = 1 << self.nslot
        self.nslot += 1
        m = 0
        for q in (p - 64, p + 1, p + 64, p - 1):
            qb = pb.get(q, 0)
            if qb:
                m |= qb
                nb[qb] |= b
        pb[p] = b; nb[b] = m
        # new regions = those that contain b
        out = self.regs[c]
        out.append(b)
        level: Dict[int, int] = {b: m}
        for _ in range(self.limit - 1):
            nxt: Dict[int, int] = {}
            for k, fr in level.items():
                f = fr
                while f:
                    x = f & -f
                    f ^= x
                    k2 = k | x
                    if k2 not in nxt:
                        nxt[k2] = (fr | nb[x]) & ~k2
            if not nxt:
                break
            out.extend(nxt)
            level = nxt

    def reindex(self) -> None:
        self.nslot = 0
        self.nb = [{}, {}, {}, {}]
        self.pbit = [{}, {}, {}, {}]
        self.regs = [[], [], [], []]
        cells = self.cells
        self.limit = 5 if (self.church >= 0 and self.church in self.conn) else 4
        for p in self.conn:
            v = cells[p]
            if v >> 8 == LAND:
                self.add_land_index((v & 255) >> 4, p)

    def place(self, p: int, v: int) -> None:
        """p is in front"""
        cells = self.cells; conn = self.conn; front = self.front
        cells[p] = v
        conn.add(p)
        front.discard(p)
        re = False
        for q in (p - 64, p + 1, p + 64, p - 1):
            if q not in cells:
                front.add(q)
            elif q not in conn:
                re = True
        kind = v >> 8
        if kind == CHURCH:
            self.church = p
        elif kind == KNIGHT:
            self.faceup.add(v & 255)
        if re:
            self.recompute()
        elif kind == CHURCH:
            self.reindex()
        elif kind == LAND:
            self.add_land_index((v & 255) >> 4, p)

    def remove(self, p: int) -> int:
        v = self.cells.pop(p)
        if v >> 8 == KNIGHT:
            self.faceup.discard(v & 255)
        self.recompute()
        return v & 255

    def recompute(self) -> None:
        cells = self.cells
        conn: Set[int] = {CENTER}
        front: Set[int] = set()
        stack: List[int] = [CENTER]
        while stack:
            p = stack.pop()
            for q in (p - 64, p + 1, p + 64, p - 1):
                if q in cells:
                    if q not in conn:
                        conn.add(q); stack.append(q)
                else:
                    front.add(q)
        self.conn = conn; self.front = front
        self.reindex()

def attackable(o: Player, own: bool) -> List[int]:
    cells = o.cells; conn = o.conn
    out: List[int] = []
    for p, v in cells.items():
        if v >> 8 >= CHURCH:
            continue
        a = cells.get(p - 64, -1); b = cells.get(p + 1, -1); c = cells.get(p + 64, -1); d = cells.get(p - 1, -1)
        if a >= 0 and b >= 0 and c >= 0 and d >= 0:
            continue
        if not own:
            # KNIGHT=1, CASTLE=3 are odd; BAR-KNIGHT-26: none that is cut off
            if a >= 0 and (a >> 8) & 1 and p - 64 in conn: continue
            if b >= 0 and (b >> 8) & 1 and p + 1 in conn: continue
            if c >= 0 and (c >> 8) & 1 and p + 64 in conn: continue
            if d >= 0 and (d >> 8) & 1 and p - 1 in conn: continue
        out.append(p)
    return out

def has_target(players: List[Player], p: Player) -> bool:
    """BAR-KNIGHT-07, BAR-KNIGHT-08; of one's own cards but castle and church, one at the rim can always be attacked."""
    if len(p.cells) > (1 if p.church < 0 else 2):
        return True
    for o in players:
        if o is not p and attackable(o, False): return True
    return False

def own_copy(p: Player, t: int) -> int:
    """The place of the face-up copy of a knight, -1 if it cannot be attacked (BAR-OPEN-05)."""
    for q in attackable(p, True):
        if p.cells[q] == KNIGHT << 8 | t: return q
    return -1

class Game:
    def __init__(self, nplayers: int, rng: random.Random, max_turns: int) -> None:
        self.rng = rng
        self.rnd: Callable[[], float] = rng.random
        self.max_turns: int = max_turns
        self.decks: List[List[int]] = [d[:] for d in DECKS]
        self.disc: List[List[int]] = [[], [], [], []]
        for d in self.decks:
            self.shuffle(d)
        self.players: List[Player] = [Player(i) for i in range(nplayers)]
        self.winner: int = -1
        self.turns: int = 0
        self.n: int = 0
        self.choose: Callable[[Game, Player, int, List[int]], int] = uniform

    def shuffle(self, d: List[int]) -> None:
        rnd = self.rnd
        for i in range(len(d) - 1, 0, -1):
            j = int(rnd() * (i + 1))
            t = d[i]; d[i] = d[j]; d[j] = t

    def draw(self, c: int) -> int:
        d = self.decks[c]
        if not d:
            e = self.disc[c]
            if not e:
                return -1
            self.disc[c] = d
            self.decks[c] = d = e
            self.shuffle(d)
        return d.pop()

    def draw_to(self, p: Player, c: int) -> None:
        t = self.draw(c)
        if t >= 0:
            h = p.hand
            h[t] = h.get(t, 0) + 1
            p.hc[c] += 1

    def take(self, p: Player, t: int) -> None:
        h = p.hand
        n = h[t]
        if n == 1: del h[t]
        else: h[t] = n - 1
        p.hc[t >> 4] -= 1

    def pay(self, p: Player, c: int) -> None:
        opts: List[int] = [t for t in p.hand if t >> 4 == c]
        if len(opts) > 1:
            self.n += 1
            t: int = self.choose(self, p, K_PAY, opts)
        else:
            t = opts[0]
        self.take(p, t)
        self.disc[c].append(t)
        return

    def setup(self) -> int:
        for p in self.players:
            p.cells[CENTER] = CASTLE << 8 | 255
            ds = (-64, 1, 64, -1)
            for c in range(4):
                p.cells[CENTER + ds[c]] = self.draw(c)
            p.recompute()
        best = 1e9; cur = 0
        picks: List[int] = []
        out: List[int] = []
        for p in self.players:
            self.n += 1
            c0: int = self.choose(self, p, K_DECK, [0, 1, 2, 3])
            picks.append(c0)
        for p in self.players:      # BAR-SETUP-13: all choose before anybody draws
            for _ in range(3): self.draw_to(p, picks[p.idx])
        for p in self.players:
            opts: List[int] = list(p.hand)
            if len(opts) > 1: self.n += 1
            t: int = self.choose(self, p, K_DISC, opts)
            out.append(t)
        for p in self.players:
            t = out[p.idx]
            self.take(p, t); self.disc[t >> 4].append(t)
            s = RANK[t] + self.rnd() * 0.5
            if s < best: best = s; cur = p.idx
        return cur

    def turn(self, p: Player) -> None:
        hc = p.hc
        # phase 1
        while True:
            opts: List[int] = [-1]
            for t in p.hand:
                k = t & 15
                if 8 <= k < 11:
                    c = t >> 4
                    if hc[c] >= 2:
                        target = has_target(self.players, p)
                        if target: opts.append(t << 2)
                        both = target and hc[OTHER[t]] >= 1     # BAR-COST-07; OTHER[t] is never c
                        if t not in p.faceup:
                            opts.append(t << 2 | 1)
                            if both: opts.append(t << 2 | 2)
                        elif both and own_copy(p, t) >= 0:
                            opts.append(t << 2 | 2)
            if len(opts) == 1:
                break
            self.n += 1
            a: int = self.choose(self, p, K_P1, opts)
            if a < 0:
                break
            t = a >> 2; mode = a & 3
            self.take(p, t)
            self.pay(p, t >> 4)
            if mode == 2:
                self.pay(p, OTHER[t])
            if mode != 1:
                tg: List[int] = []
                if mode == 2 and t in p.faceup:
                    tg.append(p.idx << 16 | own_copy(p, t))
                else:
                    for o in self.players:
                        base = o.idx << 16
                        for q in attackable(o, o is p):
                            tg.append(base | q)
                if tg:
                    if len(tg) > 1: self.n += 1
                    x: int = self.choose(self, p, K_TARGET, tg)
                    dead = self.players[x >> 16].remove(x & 0xffff)
                    self.disc[dead >> 4].append(dead)
            if mode == 0:
                self.disc[t >> 4].append(t)
            else:
                self.n += 1
                pos: int = self.choose(self, p, K_PLACE, list(p.front))
                p.place(pos, KNIGHT << 8 | t)
        # phase 2
        opts = [-1]
        for t in p.hand:
            opts.append(t << 2)
            if t & 15 == 11:
                c = t >> 4
                need = 1 if p.church < 0 else 2
                ok = need == 1 or p.church in p.conn
                if ok:
                    for d in range(4):
                        if hc[d] - (1 if d == c else 0) < need:
                            ok = False; break
                    if ok:
                        opts.append(t << 2 | need)
        if len(opts) > 1:
            self.n += 1
            a = self.choose(self, p, K_P2, opts)
            if a >= 0:
                t = a >> 2; how = a & 3
                self.take(p, t)
                if how:
                    for _i in range(how):
                        for d in range(4):
                            self.pay(p, d)
                self.n += 1
                pos = self.choose(self, p, K_PLACE, list(p.front))
                if how == 2:        # BAR-CATHEDRAL-03: onto a legal place
                    self.winner = p.idx
                    return
                p.place(pos, (CHURCH if how else LAND) << 8 | t)
                if how:
                    for u, m in p.hand.items():
                        self.disc[u >> 4].extend([u] * m)
                    p.hand.clear()
                    hc[0] = hc[1] = hc[2] = hc[3] = 0
        # phase 3
        regs: List[int] = [-1]      # BAR-TURN-05
        for c in range(4):
            for r in p.regs[c]:
                regs.append(r << 2 | c)
        if len(regs) > 1:
            self.n += 1
            r = self.choose(self, p, K_TAX, regs)
            if r < 0: return
            c = r & 3
            r >>= 2
            while r:
                r &= r - 1
                self.draw_to(p, c)
        return

    def play(self) -> None:
        cur: int = self.setup()
        np = len(self.players)
        while self.winner < 0 and self.turns < self.max_turns:
            self.turn(self.players[cur])
            self.turns += 1
            cur += 1
            if cur == np: cur = 0
        return

def uniform(g: Game, p: Player, kind: int, opts: List[int]) -> int:
    return opts[int(g.rnd() * len(opts))]

def light(g: Game, p: Player, kind: int, opts: List[int]) -> int:
    rnd = g.rnd
    if kind == K_P1:
        if rnd() < .7: return -1
    elif kind == K_P2:
        hc = p.hc
        m = max(hc)
        oo: List[int] = []
        for x in opts:
            if x >= 0:
                if x & 3: return x
                if (x >> 2) & 15 != 11 and hc[x >> 6] == m: oo.append(x)
        if oo: return oo[int(rnd() * len(oo))]
    elif kind == K_TAX:
        hc = p.hc
        bc = -1; bn = 10 ** 6
        for c in range(4):
            if p.regs[c] and hc[c] < bn: bn = hc[c]; bc = c
        best = 0; oo = []
        for x in opts:
            if x >= 0 and x & 3 == bc:
                s = (x >> 2).bit_count()
                if s > best: best = s; oo = [x]
                elif s == best: oo.append(x)
        return oo[int(rnd() * len(oo))]
    return opts[int(rnd() * len(opts))]

POL: Dict[str, Callable[[Game, Player, int, List[int]], int]] = {"U": uniform, "L": light}


def playout(seed: int, nplayers: int = 2, policy: str = "L") -> Tuple[int, int, int]:
    g = Game(nplayers, random.Random(seed), 100 if policy == "U" else 300)
    g.choose = POL[policy]
    g.play()
    return g.n, g.turns, g.winner

