int a=b;
