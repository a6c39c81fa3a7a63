#!/bin/sh
# Back up the database of KILOWATT_DATABASE into a folder, and keep two weeks: kilowatt-backup.sh FOLDER
set -eu
umask 077
folder=$1
file="$folder/kilowatt-$(date +%Y%m%d-%H%M%S)"
case "$KILOWATT_DATABASE" in
sqlite:///*) sqlite3 "${KILOWATT_DATABASE#sqlite:///}" ".backup '$file.sqlite'" ;;
*) pg_dump --format=custom --file="$file.dump" "$KILOWATT_DATABASE" ;;
esac
find "$folder" -name 'kilowatt-*' -mtime +14 -delete
