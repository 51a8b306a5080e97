const { Pool } = require('pg');

const pool = new Pool({ host: 'localhost', database: 'todo' });

async function query(text, params) {
  const result = await pool.query(text, params);
  return result.rows;
}

module.exports = { query };
