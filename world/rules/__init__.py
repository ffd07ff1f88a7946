"""Rule systems: each composes chapters of rules into a pack that the kernel can run."""
