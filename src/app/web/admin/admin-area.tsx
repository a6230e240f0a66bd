import { Outlet } from "@tanstack/react-router";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminGate } from "./admin-gate.tsx";

/** Around every page of the admin area. The gate is outside of a page's faults: without the right, no fault is shown either. */
export function AdminArea() {
  return (
    <AdminGate>
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    </AdminGate>
  );
}
