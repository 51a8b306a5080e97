// x
var a = 1;
// y
