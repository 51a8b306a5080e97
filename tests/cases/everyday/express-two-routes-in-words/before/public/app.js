const form = document.getElementById('entry-form');
const list = document.getElementById('entries');

function renderEntry(entry) {
  const li = document.createElement('li');
  li.innerHTML = `<strong>${entry.author}</strong> <span>${entry.text}</span>`;
  list.append(li);
}

async function loadEntries() {
  const res = await fetch('/api/entries');
  const entries = await res.json();
  list.innerHTML = '';
  entries.forEach(renderEntry);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = Object.fromEntries(new FormData(form));
  const res = await fetch('/api/entries', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  });
  if (res.ok) {
    form.reset();
    await loadEntries();
  }
});

loadEntries();
