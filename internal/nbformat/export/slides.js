"use strict";
// The arrows, Page Up and Page Down go from slide to slide.
(() => {
  const slides = [...document.querySelectorAll(".slide")];
  const current = () => slides.findIndex((s) => s.getBoundingClientRect().bottom > innerHeight / 3);
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea")) return;
    const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[e.key];
    if (!step || !slides.length) return;
    e.preventDefault();
    slides[Math.max(0, Math.min(slides.length - 1, current() + step))].scrollIntoView();
  });
})();
