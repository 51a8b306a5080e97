const button = document.querySelector("#order");
var count = 0;

button.addEventListener("click", function () {
  count = count + 1;
  document.getElementById("count").innerHTML = count;
});

function formatPrice(price) {
  return "€" + price;
}
