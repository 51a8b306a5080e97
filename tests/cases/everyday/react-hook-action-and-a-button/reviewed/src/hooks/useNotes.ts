import { useCallback, useEffect, useState } from 'react';

const STORAGE_KEY = 'notes';

export interface Note {
  id: string;
  text: string;
  pinned: boolean;
}

export function useNotes() {
  const [notes, setNotes] = useState<Note[]>([]);

  useEffect(() => {
    const raw = localStorage.getItem(STORAGE_KEY);
    if (raw) {
      setNotes(JSON.parse(raw));
    }
  }, []);

  useEffect(() => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(notes));
  }, [notes]);

  const addNote = useCallback((text: string) => {
    setNotes((prev) => [...prev, { id: crypto.randomUUID(), text, pinned: false }]);
  }, []);

  const removeNote = useCallback((id: string) => {
    setNotes((prev) => prev.filter((n) => n.id !== id));
  }, []);

  return { notes, addNote, removeNote };
}
