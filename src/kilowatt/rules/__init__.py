"""The rules, pure: no clock, no input or output, no global random. ``engine`` runs the phases, one file each."""
