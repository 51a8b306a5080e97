require("./app").listen(3000);
