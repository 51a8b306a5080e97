function f(a) {
  console.log("f", a);
  return a; // console.log(a);
}
