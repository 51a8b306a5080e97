const form = document.getElementById('entry-form');
const list = document.getElementById('entries');

function renderEntry(entry) {
  const li = document.createElement('li');
  const author = document.createElement('strong');
  const text = document.createElement('span');
  author.textContent = entry.author;
  text.textContent = entry.text;
  li.append(author, ' ', text);
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
