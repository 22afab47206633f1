"""What happens: choices, events, parameters, triggers, costs, lasting effects, and the game loop."""
