"""From a scenario's sections to the entities a campaign begins with."""
