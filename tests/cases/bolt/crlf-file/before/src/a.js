// x
var a = 1;
