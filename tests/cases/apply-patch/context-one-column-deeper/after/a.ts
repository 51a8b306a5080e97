async () => {
  try {
    send({
      items: [],
    });
    report({
      done: true,
    });
  } finally {
    stop();
  }
}
