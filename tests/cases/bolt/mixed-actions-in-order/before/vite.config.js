const port = 3000;
export default { server: { port } };
