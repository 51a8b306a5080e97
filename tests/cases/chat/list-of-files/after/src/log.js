module.exports = console.log;
