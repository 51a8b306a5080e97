import express from "express";
import { router } from "./routes";

const app = express();
const port = 3000;

app.use(express.json());
app.use("/api", router);

app.get("/debug", (req, res) => {
  res.json({ env: process.env });
});

app.listen(port, () => {
  console.log(`Listening on ${port}`);
});
