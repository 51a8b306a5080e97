async function pay() {
  const response = await fetch("/pay", { method: "POST" });
  if (!response.ok) alert("Payment failed");
}

document.querySelectorAll("a").forEach(function (a) {
  if (a.href == location.href) {
    a.className = "active";
  }
});
