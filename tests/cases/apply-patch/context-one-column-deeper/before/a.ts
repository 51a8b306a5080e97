async () => {
  try {
    send({
      items: [],
    });
  } finally {
    stop();
  }
}
