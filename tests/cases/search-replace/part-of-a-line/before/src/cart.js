export function total(cart) {
  const net = cart.lines.reduce((sum, line) => sum + line.price, 0); // no tax
  return round(net);
}

export function tax(net, rate) {
  return net > 0 ? round(net) * rate : 0;
}
