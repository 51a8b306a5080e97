import { Player } from "./player";

const canvas = document.querySelector("canvas")!;
const ctx = canvas.getContext("2d")!;
const player = new Player();

function loop() {
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  player.draw(ctx);
  requestAnimationFrame(loop);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") player.move(-1, 0);
  if (event.key === "ArrowRight") player.move(1, 0);
});

loop();
