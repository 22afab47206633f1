"""What is there: cards and their definitions, zones, boards, the state, and what one player may know."""
