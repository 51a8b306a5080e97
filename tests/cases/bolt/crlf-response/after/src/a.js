// x
var a = 2;
