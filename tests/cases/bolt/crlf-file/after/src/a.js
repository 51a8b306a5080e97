// x
var a = 2;
var b = 3;
