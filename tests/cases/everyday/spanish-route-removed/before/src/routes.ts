import { Router } from "express";

export const router = Router();

const notes: string[] = [];

router.get("/notes", (req, res) => {
  res.json(notes);
});

router.post("/notes", (req, res) => {
  notes.push(req.body.text);
  res.status(201).end();
});
