module.exports = require("./sqlite").open("app.db");
