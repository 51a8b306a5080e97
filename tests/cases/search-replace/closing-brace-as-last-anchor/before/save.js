function save() {
  if (dirty) {
    flush(data);
  }
}
