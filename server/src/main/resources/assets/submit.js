// Sends the form of a page that only leads on. Written for old scripting engines too, as nobody sees it fail.
document.getElementById("answer").submit();
