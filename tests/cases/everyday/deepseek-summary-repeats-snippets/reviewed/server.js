const express = require("express");
const { apiLimiter } = require("./middleware/rateLimit");
const routes = require("./routes/api");

const app = express();

app.use(express.json());
app.use("/api", apiLimiter, routes);

app.listen(3000, () => {
  console.log("Listening on 3000");
});
