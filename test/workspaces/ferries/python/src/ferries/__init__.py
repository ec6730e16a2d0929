"""Crossings, and what they cost."""
