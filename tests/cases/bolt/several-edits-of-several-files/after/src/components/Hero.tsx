export function Hero() {
  return (
    <section className="hero">
      <h1>Dragon Palace</h1>
    </section>
  );
}
