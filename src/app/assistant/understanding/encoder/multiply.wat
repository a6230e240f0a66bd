;; out[rows × columns] = x[rows × inner] · weights[inner × columns] + bias[columns], all of 32-bit floats, row by row.
;; `columns` is a multiple of 16. For 16 columns at a time, so that their weights stay in the nearest cache for all rows.
(module
  (memory (export "memory") 1)
  (func (export "multiply")
    (param $x i32) (param $weights i32) (param $bias i32) (param $out i32)
    (param $rows i32) (param $inner i32) (param $columns i32)
    (local $column i32) (local $row i32) (local $left i32) (local $at i32) (local $from i32) (local $to i32) (local $stride i32)
    (local $value v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $stride (i32.shl (local.get $columns) (i32.const 2)))
    (loop $columns16
      (local.set $row (i32.const 0))
      (local.set $from (local.get $x))
      (loop $each
        (local.set $to (i32.add (local.get $bias) (i32.shl (local.get $column) (i32.const 2))))
        (local.set $a (v128.load (local.get $to)))
        (local.set $b (v128.load offset=16 (local.get $to)))
        (local.set $c (v128.load offset=32 (local.get $to)))
        (local.set $d (v128.load offset=48 (local.get $to)))
        (local.set $at (i32.add (local.get $weights) (i32.shl (local.get $column) (i32.const 2))))
        (local.set $left (local.get $inner))
        (loop $sum
          (local.set $value (v128.load32_splat (local.get $from)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (v128.load (local.get $at)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (v128.load offset=16 (local.get $at)))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $value) (v128.load offset=32 (local.get $at)))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $value) (v128.load offset=48 (local.get $at)))))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (br_if $sum (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (local.set $to
          (i32.add (local.get $out)
            (i32.shl (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)) (i32.const 2))))
        (v128.store (local.get $to) (local.get $a))
        (v128.store offset=16 (local.get $to) (local.get $b))
        (v128.store offset=32 (local.get $to) (local.get $c))
        (v128.store offset=48 (local.get $to) (local.get $d))
        (br_if $each
          (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
      (br_if $columns16
        (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columns))))))
