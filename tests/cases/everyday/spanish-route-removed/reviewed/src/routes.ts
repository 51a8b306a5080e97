import { Router } from "express";

export const router = Router();

const notes: string[] = [];

router.get("/notes", (req, res) => {
  res.json(notes);
});

router.post("/notes", (req, res) => {
  const { text } = req.body;
  if (typeof text !== "string" || !text.trim()) {
    return res.status(400).json({ error: "text requerido" });
  }
  notes.push(text.trim());
  res.status(201).end();
});
