export function Hero() {
  return (
    <section className="hero">
      <h1>Bamboo Bistro</h1>
    </section>
  );
}
