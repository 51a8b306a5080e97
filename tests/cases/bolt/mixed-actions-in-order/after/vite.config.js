const port = 5173;
export default { server: { port } };
