const c = 1;
