module.exports = (text) => console.log(text);
