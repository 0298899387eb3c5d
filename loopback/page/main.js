import { App } from "./app.js";

const WAIT = 2000;

async function start() {
  try {
    await new App().start();
  } catch (error) {
    const trouble = document.getElementById("trouble");
    trouble.hidden = false;
    trouble.textContent = `${error.message} Trying again…`;
    setTimeout(() => location.reload(), WAIT);
    throw error;
  }
}

start();
