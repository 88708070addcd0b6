// The pictures of placements: pointing at a part shows all else that its devices hold.

export function followDevices(root: HTMLElement): void {
  const cells = [...root.querySelectorAll<HTMLElement>("[data-devices]")];
  const devicesOf = (cell: Element) => cell.getAttribute("data-devices")!.split(" ");
  const show = (devices: string[]) => {
    for (const cell of cells) cell.classList.toggle("held", devicesOf(cell).some((device) => devices.includes(device)));
  };
  for (const cell of cells) {
    cell.addEventListener("mouseenter", () => show(devicesOf(cell)));
    cell.addEventListener("mouseleave", () => show([]));
  }
}
