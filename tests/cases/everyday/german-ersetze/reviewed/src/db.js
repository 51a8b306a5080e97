const { Pool } = require('pg');

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

async function query(text, params) {
  const result = await pool.query(text, params);
  return result.rows;
}

module.exports = { query };
