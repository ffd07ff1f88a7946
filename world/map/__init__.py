"""The ground a campaign is fought over: hexes, roads, rivers, strongholds, and the ways across."""
