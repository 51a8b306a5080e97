const b = 1;
