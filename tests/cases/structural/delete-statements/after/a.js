function f(a) {
  return a; // console.log(a);
}
