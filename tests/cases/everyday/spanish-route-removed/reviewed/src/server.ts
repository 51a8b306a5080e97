import express from "express";
import helmet from "helmet";
import { router } from "./routes";

const app = express();
const port = Number(process.env.PORT ?? 3000);

app.use(express.json());
app.use(helmet());
app.use("/api", router);

app.listen(port, () => {
  console.log(`Listening on ${port}`);
});
