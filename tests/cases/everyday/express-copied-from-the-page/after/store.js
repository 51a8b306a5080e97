const notes = new Map();
let next = 1;

exports.all = async () => [...notes.values()];

exports.get = async (id) => notes.get(Number(id));

exports.add = async (data) => {
  const note = { id: next++, text: data.text };
  notes.set(note.id, note);
  return note;
};
