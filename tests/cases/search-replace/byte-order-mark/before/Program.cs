using System;

class Program { }
