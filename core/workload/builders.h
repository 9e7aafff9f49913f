// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shorthand for well-known tensor algebras, with the roles and aliases that designs speak of (native.md, Workload).
#pragma once

#include "core/workload/workload.h"

namespace lapidary {

/// O[n,g,m,p,q] += W[g,m,c,r,s] * I[n,g,c, sp*p + dp*r, sq*q + dq*s]. Tensors W (weight), I (input), O (output);
/// dimensions N G M P Q C R S (upper case, alias = name; G only if groups > 1). c and m are channels *per group*.
struct Conv2d {
    std::int64_t n = 1, c = 1, m = 1, p = 1, q = 1, r = 1, s = 1, groups = 1;
    std::int64_t strideP = 1, strideQ = 1, dilationP = 1, dilationQ = 1;
    std::int64_t paddingP = 0, paddingQ = 0;  ///< zeros before the data
    std::int64_t height = 0, width = 0;       ///< data extents of the input; 0 = unknown (no padding known)
};
/// Padding needs the data extents. A filter larger than the data is legal as long as P and Q are at least 1.
Result<Workload> conv2d(std::string name, const Conv2d& shape);

/// Of a third spatial axis, that of frames or slices: E of the output, T of the filter.
struct DepthAxis {
    std::int64_t e = 1, t = 1, stride = 1, dilation = 1;
    std::int64_t padding = 0, depth = 0;  ///< zeros before the data; the input's extent, 0 = unknown
};
/// O[N,M,E,P,Q] += W[M,C,T,R,S] * I[N,C,E+T,P+R,Q+S], in groups with G as conv2d.
Result<Workload> conv3d(std::string name, const Conv2d& shape, const DepthAxis& depth);

/// Output extent of one axis: floor((padded data - dilated filter) / stride) + 1; 0 if the filter does not fit.
std::int64_t convolvedExtent(std::int64_t data, std::int64_t filter, std::int64_t stride = 1, std::int64_t dilation = 1,
                             std::int64_t paddingBefore = 0, std::int64_t paddingAfter = 0);

/// Z[m,n] += A[m,k] * B[k,n]; A weight, B input; aliases M = m, Q = n, C = k.
Result<Workload> gemm(std::string name, std::int64_t m, std::int64_t n, std::int64_t k);
/// O[i,j] += A[i,k,l] * B[k,j] * C[l,j]
Result<Workload> mttkrp(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l);
/// O[i,l,m] += A[i,j,k] * B[j,l] * C[k,m]
Result<Workload> ttmc(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l, std::int64_t m);
/// O[i,j] += A[i,j] * B[i,k] * C[k,j]
Result<Workload> sddmm(std::string name, std::int64_t i, std::int64_t j, std::int64_t k);
/// O[i,l] += A[i,j] * B[j,k] * C[k,l]
Result<Workload> mmc(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l);
/// O[l,m,n] += A[i,j,k] * B[i,l] * C[j,m] * D[k,n]
Result<Workload> tcl(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l, std::int64_t m,
                     std::int64_t n);

}  // namespace lapidary
