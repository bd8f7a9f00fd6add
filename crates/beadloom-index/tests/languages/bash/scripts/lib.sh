# Shared by the scripts.

# Says what is done.
step() {
  log::info "$1"
}
