// Goes on to where the page leads once all that it holds has loaded, or after three seconds.
(function () {
  var link = document.getElementById("continue");
  var left = false;
  function leave() {
    if (!left) {
      left = true;
      window.location.replace(link.href);
    }
  }
  window.addEventListener("load", leave);
  window.setTimeout(leave, 3000);
})();
