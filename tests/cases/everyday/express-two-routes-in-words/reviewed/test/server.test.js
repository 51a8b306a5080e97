const test = require('node:test');
const assert = require('node:assert');

const app = require('../server');

test('exports an express app', () => {
  assert.strictEqual(typeof app, 'function');
});
