const price = 1;
